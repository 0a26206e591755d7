// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FakeWrapped} from "../mocks/Accounts.sol";
import {Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// The route names the wrapped native currency. An attacker names a false one; all others have approved the router
/// without limit and hold real coins, and only the attacker loses anything.
contract FakeWrappedTest is Trade {
    address private constant NATIVE = address(0);

    FakeWrapped private fake;
    mapping(address => mapping(address => uint256)) private held;

    function setUp() public override {
        super.setUp();
        fake = new FakeWrapped();
        fake.mint(attacker, HELD);
        vm.deal(address(fake), HELD);
        _remember();
    }

    /// It keeps the coins it should wrap: false coins buy nothing real.
    function test_FakeWrappedThatKeepsTheDeposit() public {
        bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], weth, address(a), 0);
        (bool ok,) = _try(_byAttacker(NATIVE, address(a), bytes.concat(abi.encodePacked(address(fake)), leg)));
        require(!ok, "false coin bought a real token");
        _bystanders();
        require(attacker.balance == HELD, "was refused, and paid");
    }

    /// Its own coin is bought: only the attacker has paid for it.
    function test_FakeWrappedThatIsBought() public {
        _done(_byAttacker(NATIVE, address(fake), abi.encodePacked(address(fake))));
        require(attacker.balance == HELD - E18, "another cost");
        _bystanders();
    }

    function test_FakeWrappedThatGivesNothingBack() public {
        fake.set(0, 0);
        _refused(_byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake))), "NativeRefused(address)");
        _bystanders();
    }

    function test_FakeWrappedThatGivesLessBack() public {
        fake.set(E18 - 1, 0);
        _refused(_byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake))), "NativeRefused(address)");
        _bystanders();
    }

    /// An excess is a gift of the attacker and blocks no other swap.
    function test_FakeWrappedThatGivesMoreBack() public {
        fake.set(E18 + 5, 0);
        _done(_byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake))));
        require(address(router).balance == 5, "another gift");
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0);
        Ask memory ask = _ask(NATIVE, address(a), E18, bytes.concat(abi.encodePacked(weth), leg));
        uint256 foreseen = _quoteV3(pool[weth][address(a)], weth, address(a), E18);
        require(_done(ask) == foreseen && payer.balance == HELD - E18, "another swap bore the gift");
    }

    /// It reports any gain of the router, and the router pays out what it has: nothing, or a gift.
    function testFuzz_FakeWrappedThatLiesAboutBalances(uint256 lie, uint256 gift) public {
        gift = bound(gift, 0, 1e20);
        lie = bound(lie, 0, gift * 2 + 2);
        vm.deal(address(router), gift);
        fake.set(0, lie);
        uint256 before = attacker.balance;
        (bool ok,) = _try(_byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake))));
        uint256 gained = attacker.balance - before;
        require(gained <= (ok ? gift : 0) && address(router).balance == gift - gained, "more than the gift");
        _bystanders();
    }

    /// Any address in place of the wrapped form: a token, a pool, a user, the router.
    function testFuzz_AnythingAsTheWrappedForm(uint256 which, uint256 other, bool into, bool withLeg, uint128 amount)
        public
    {
        address[10] memory named = [
            address(a), address(b), weth, address(router), victim, payer, address(fake), pair[address(a)][address(b)],
            pool[weth][address(a)], address(1)
        ];
        address wrapped = named[which % 10];
        address token = named[other % 10];
        bytes memory route = abi.encodePacked(wrapped);
        if (withLeg) route = bytes.concat(route, Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], wrapped, token, 0));
        Ask memory ask = into ? _byAttacker(NATIVE, token, route) : _byAttacker(token, NATIVE, route);
        ask.amountIn = bound(amount, 1, 1e20);
        if (into) ask.value = ask.amountIn;
        _try(ask);
        _bystanders();
        require(address(router).balance == 0, "ether stayed in the router");
    }

    /// Armed to send native currency, it asks for tokens that the sender sells in the same swap.
    function test_FakeWrappedAsksAsAPool() public {
        fake.callBack(abi.encodeWithSelector(0xfa461e33, int256(E18), int256(0), bytes("")));
        fake.set(E18, 0);
        Ask memory ask = _byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake)));
        _done(ask);
        require(fake.tried() && !fake.answered(), "a wrapped coin was paid as a pool");
        _bystanders();
    }

    /// Later in the transaction it is no longer armed.
    function test_FakeWrappedIsNotArmedAfterwards() public {
        fake.set(E18, 0);
        _done(_byAttacker(address(fake), NATIVE, abi.encodePacked(address(fake))));
        vm.prank(address(fake));
        (bool ok, bytes memory answer) = address(router).call{value: 1}("");
        require(!ok, "may send native still");
        _same(answer, "NotArmed(address)");
    }

    function _byAttacker(address tokenIn, address tokenOut, bytes memory route) private view returns (Ask memory ask) {
        ask = _ask(tokenIn, tokenOut, E18, route);
        (ask.sender, ask.recipient) = (attacker, attacker);
    }

    function _remember() private {
        address[4] memory others = _others();
        for (uint256 i = 0; i < 4; i++) {
            held[others[i]][NATIVE] = others[i].balance;
            for (uint256 k = 0; k < 4; k++) held[others[i]][tokens()[k]] = _balance(tokens()[k], others[i]);
        }
    }

    function _bystanders() private view {
        address[4] memory others = _others();
        for (uint256 i = 0; i < 4; i++) {
            require(others[i].balance >= held[others[i]][NATIVE], "a bystander's ether");
            for (uint256 k = 0; k < 4; k++) {
                require(_balance(tokens()[k], others[i]) >= held[others[i]][tokens()[k]], "a bystander's tokens");
            }
        }
    }

    function _others() private view returns (address[4] memory) {
        return [payer, victim, receiver, affiliate];
    }
}
