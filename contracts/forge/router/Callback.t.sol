// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {EvilPool} from "../../test/EvilPool.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Which contract may ask the router to pay, when, how often and how much.
contract CallbackTest is Trade {
    EvilPool private evil;

    function setUp() public override {
        super.setUp();
        evil = new EvilPool();
        b.mint(address(evil), 1e30);
        for (uint256 i = 0; i < 4; i++) evil.approve(tokens()[i], address(router));
    }

    function testFuzz_DirectCallback(bytes4 selector, int256 owed0, int256 owed1, bytes calldata data, address sender)
        public
    {
        vm.assume(sender != address(vm) && sender != victim);
        vm.prank(sender);
        (bool ok,) = address(router).call(abi.encodePacked(selector, abi.encode(owed0, owed1, data)));
        require(!ok || _isView(selector), "an unarmed callback was answered");
        _untouched();
    }

    function testFuzz_DirectCallbackByARealPool(bytes4 selector, uint128 owed, bool second, bool isPair) public {
        address sender = isPair ? pair[address(a)][address(b)] : pool[address(a)][address(b)];
        bytes memory data = abi.encode(address(a), victim);
        vm.prank(sender);
        (bool ok,) = address(router)
            .call(abi.encodeWithSelector(selector, second ? int256(0) : int256(uint256(owed)), int256(uint256(owed)), data));
        require(!ok || _isView(selector), "an unarmed callback was answered");
        _untouched();
    }

    function test_DirectCallbackThatNamesAVictim() public {
        bytes4[3] memory known = [bytes4(0xfa461e33), bytes4(0x23a69e75), bytes4(0x2c8958f6)]; // Uniswap, Pancake, Algebra
        for (uint256 i = 0; i < 3; i++) {
            vm.prank(attacker);
            (bool ok, bytes memory answer) = address(router)
                .call(abi.encodeWithSelector(known[i], int256(1e18), int256(0), abi.encode(address(a), victim)));
            require(!ok, "was not refused");
            _same(answer, "NotArmed(address)");
        }
        _untouched();
    }

    function test_EvilPoolOverPulls() public {
        _refuses(EvilPool.Mode.PullMore, "OverPull(uint256,uint256)");
    }

    function test_EvilPoolPullsTwice() public {
        _refuses(EvilPool.Mode.PullTwice, "NotArmed(address)");
    }

    function test_EvilPoolGivesNothing() public {
        _refuses(EvilPool.Mode.GiveNothing, "TooLittle(uint256,uint256)");
    }

    function test_EvilPoolNeverCallsBack() public {
        _refuses(EvilPool.Mode.NeverCallBack, "NotCalledBack(address)");
    }

    function test_EvilPoolAsksForLessThanNothing() public {
        _refuses(EvilPool.Mode.PullNegative, "OverPull(uint256,uint256)");
    }

    function test_AnotherThanTheArmedPoolAsks() public {
        _inert(EvilPool.Mode.PullByAnother, "");
    }

    function test_EvilPoolSendsNative() public {
        vm.deal(address(evil), 1);
        _inert(EvilPool.Mode.SendNative, "");
    }

    function test_PoolThatTakesLessLeavesTheRestWithThePayer() public {
        evil.set(EvilPool.Mode.PullLess, address(b), "");
        uint256 before = _balance(address(a), payer);
        _done(_ask(address(a), address(b), E18, _evilRoute()));
        require(before - _balance(address(a), payer) == E18 / 2, "took more than it asked for");
        _untouched();
    }

    /// Tokens that the router holds would stay behind.
    function test_PoolThatTakesLessOfWhatTheRouterHoldsIsRefused() public {
        EvilPool second = new EvilPool();
        c.mint(address(second), 1e20);
        second.set(EvilPool.Mode.PullLess, address(c), "");
        bytes memory route = bytes.concat(
            Route.push(Route.TO_ROUTER, pair[address(a)][address(b)], address(a), address(b), 0),
            Route.callback(Route.TO_RECIPIENT | Route.NAMES_TOKEN, address(second), address(b), address(c), 0),
            abi.encodePacked(address(b))
        );
        _refused(_ask(address(a), address(c), E18, route), "PartialFill(uint256,uint256)");
    }

    /// Forge keeps one transaction for a whole test: a pool still armed after its swap would show.
    function test_StaleArmLaterInTheTransaction() public {
        evil.set(EvilPool.Mode.Honest, address(b), "");
        _done(_ask(address(a), address(b), E18, _evilRoute()));
        _noneArmed(address(evil));
        evil.set(EvilPool.Mode.PullLess, address(b), "");
        b.mint(address(evil), E18);
        _done(_ask(address(a), address(b), E18, _evilRoute()));
        _noneArmed(address(evil));
        address real = pool[address(a)][address(b)];
        _done(_ask(address(a), address(b), E18, _direct(true)));
        _noneArmed(real);
        _noneArmed(pair[address(a)][address(b)]);
        _noneArmed(weth);
        _untouched();
    }

    /// Each leg arms only its own pool: a pool that was paid asks again while the next one is armed.
    function test_PoolOfAnEarlierLegAsksDuringALaterOne() public {
        Accomplice first = new Accomplice(b, Accomplice(address(0)));
        for (uint256 i = 0; i < 2; i++) {
            Accomplice second = new Accomplice(b, i == 0 ? Accomplice(address(0)) : first);
            b.mint(address(first), E18);
            b.mint(address(second), E18);
            bytes memory route = bytes.concat(
                Route.callback(Route.TO_RECIPIENT, address(first), address(a), address(b), _half()),
                Route.callback(Route.TO_RECIPIENT, address(second), address(a), address(b), 0)
            );
            if (i == 0) _done(_ask(address(a), address(b), E18, route));
            else _refused(_ask(address(a), address(b), E18, route), "NotArmed(address)");
        }
        require(HELD - _balance(address(a), payer) == E18, "the payer lost something else");
        _untouched();
    }

    /// The payer of an earlier swap in the transaction pays no more.
    function test_PayerOfASwapThatIsOverIsNotKept() public {
        _done(_ask(address(a), address(b), E18, _direct(true)));
        uint256 before = _balance(address(a), payer);
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.sender = attacker;
        _done(ask);
        require(_balance(address(a), payer) == before, "the payer of the swap before paid");
    }

    function testFuzz_EvilPoolPullsWhateverItLikes(uint256 owed, uint256 amountIn, bool near) public {
        amountIn = bound(amountIn, 1, type(uint128).max);
        a.mint(payer, type(uint128).max);
        if (near) owed = amountIn + owed % 3 - 1;
        Greedy greedy = new Greedy(owed, b);
        uint256 before = _balance(address(a), payer);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(greedy), address(a), address(b), 0);
        b.mint(address(greedy), 1);
        (bool ok,) = _try(_ask(address(a), address(b), amountIn, route));
        if (owed >> 255 != 0) owed = 0; // a negative amount asks for nothing
        require(ok == (owed <= amountIn), "not refused by what is owed");
        require(before - _balance(address(a), payer) == (ok ? owed : 0), "the payer lost something else");
        _untouched();
    }

    function _refuses(EvilPool.Mode mode, string memory err) private {
        evil.set(mode, address(b), abi.encode(address(a), victim));
        uint256 before = _balance(address(a), payer);
        _refused(_ask(address(a), address(b), E18, _evilRoute()), err);
        require(_balance(address(a), payer) == before, "the payer paid");
        _untouched();
    }

    /// @dev The swap succeeds, and the attempt within it failed.
    function _inert(EvilPool.Mode mode, bytes memory extra) private {
        evil.set(mode, address(b), extra);
        uint256 before = _balance(address(a), payer);
        _done(_ask(address(a), address(b), E18, _evilRoute()));
        require(!evil.broken(), "what had to fail did not");
        require(before - _balance(address(a), payer) == E18, "the payer lost something else");
        b.mint(address(evil), E18);
        _untouched();
    }

    function _noneArmed(address sender) private {
        vm.prank(sender);
        (bool ok, bytes memory answer) =
            address(router).call(abi.encodeWithSelector(0xfa461e33, int256(1), int256(1), bytes("")));
        require(!ok, "is armed still");
        _same(answer, "NotArmed(address)");
        vm.deal(sender, 1);
        vm.prank(sender);
        (ok,) = address(router).call{value: 1}("");
        require(!ok, "may send native still");
    }

    function _evilRoute() private view returns (bytes memory) {
        return Route.callback(Route.TO_RECIPIENT, address(evil), address(a), address(b), 0);
    }

    function _isView(bytes4 selector) private pure returns (bool) {
        return selector == bytes4(keccak256("nonceBitmap(address,uint256)"))
            || selector == bytes4(keccak256("cancel(uint256,uint256)"))
            || selector == bytes4(keccak256("eip712Domain()"));
    }
}

/// Asks for a fixed amount, gives all it has.
contract Greedy {
    uint256 private immutable owed;
    PlainToken private immutable given;

    constructor(uint256 owed_, PlainToken given_) {
        (owed, given) = (owed_, given_);
    }

    function swap(address to, bool, int256, uint160, bytes calldata) external returns (int256, int256) {
        given.transfer(to, given.balanceOf(address(this)));
        (bool ok, bytes memory answer) =
            msg.sender.call(abi.encodeWithSelector(0xfa461e33, int256(owed), int256(0), bytes("")));
        if (!ok) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return (int256(owed), -1);
    }
}

/// Gives one for one, and lets another contract ask before it asks itself.
contract Accomplice {
    PlainToken private immutable given;
    Accomplice private immutable other;

    constructor(PlainToken given_, Accomplice other_) {
        (given, other) = (given_, other_);
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata) external returns (int256, int256) {
        if (address(other) != address(0)) other.ask(msg.sender, 1);
        given.transfer(to, uint256(amount));
        ask(msg.sender, amount);
        return (amount, -amount);
    }

    function ask(address router, int256 owed) public {
        (bool ok, bytes memory answer) =
            router.call(abi.encodeWithSelector(0xfa461e33, owed, int256(0), bytes("")));
        if (ok) return;
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
