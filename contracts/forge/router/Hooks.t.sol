// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../sandbox/IVault.sol";
import {VaultFiller} from "../../sandbox/VaultFiller.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {BEFORE_AND_AFTER_SWAP, Hook, RETURNS_DELTAS} from "../mocks/Hooks.sol";
import {ReentrantToken} from "../mocks/Reentrants.sol";
import {Code} from "../rig/Code.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {ShutOut} from "../rig/ShutOut.sol";
import {vm} from "../rig/Vm.sol";

/// Malicious hooks and tokens within Uniswap v4's own PoolManager.
contract HooksTest is ShutOut {
    address private manager;
    Hook private hook;
    Hook private greedy;

    function setUp() public override {
        super.setUp();
        manager = Code.create(Code.poolManager(), abi.encode(address(this)));
        hook = _hook(BEFORE_AND_AFTER_SWAP);
        greedy = _hook(BEFORE_AND_AFTER_SWAP | RETURNS_DELTAS);
        _open(address(a), address(b), address(0), 887220);
        _open(address(a), address(b), address(hook), 887220);
        _open(address(a), address(b), address(greedy), 887220);
        _open(weth, address(b), address(0), 60);
        _open(address(b), address(c), address(0), 60);
    }

    function test_HookBeforeTheSwapReenters() public {
        _shutOut(hook, _through(address(hook), E18), 0);
    }

    function test_HookAfterTheSwapReenters() public {
        hook.afterTheSwap(true);
        _shutOut(hook, _through(address(hook), E18), 0);
    }

    function testFuzz_HookClaimsWhateverItLikes(int256 specified, int256 unspecified, uint256 amountIn, bool honest)
        public
    {
        amountIn = bound(amountIn, 1e4, 1e21);
        specified = _near(specified, amountIn);
        unspecified = honest ? int256(0) : _near(unspecified, amountIn);
        greedy.claim(int128(specified), int128(unspecified));
        uint256 paid = a.balanceOf(payer);
        uint256 held = b.balanceOf(receiver);
        (bool ok,) = _try(_through(address(greedy), amountIn));
        require(paid - a.balanceOf(payer) <= (ok ? amountIn : 0), "the payer lost more than was sold");
        require(b.balanceOf(receiver) - held >= (ok ? 1 : 0), "less than the minimum");
        _untouched();
    }

    /// The payer owes the amount sold, whether the hook takes from it or adds to it.
    function test_HookSettlesAboveTheCap() public {
        for (int128 part = -2; part <= 1; part++) {
            greedy.claim(part * int128(int256(E18)), 0);
            uint256 paid = a.balanceOf(payer);
            Ask memory ask = _through(address(greedy), E18);
            (bool ok,) = _try(ask);
            // A hook that takes the whole input leaves nothing to trade.
            require(ok == (part != 1), "not as foreseen");
            require(paid - a.balanceOf(payer) == (ok ? E18 : 0), "the payer lost something else");
        }
        _untouched();
    }

    /// The router would owe the manager the output token.
    function test_HookTakesMoreThanTheOutput() public {
        greedy.claim(0, int128(int256(2 * E18)));
        _refused(_through(address(greedy), E18), "CurrencyNotSettled()");
        _untouched();
    }

    function test_HookTakesTheOutputDownToTheMinimum() public {
        uint256 held = b.balanceOf(receiver);
        uint256 all = _done(_through(address(hook), E18));
        require(b.balanceOf(receiver) - held == all, "the router said something else");
        Ask memory ask = _through(address(greedy), E18);
        ask.minOut = all;
        greedy.claim(0, 1);
        _refused(ask, "TooLittle(uint256,uint256)");
        ask.minOut = all - 1;
        require(_done(ask) == all - 1, "not the minimum");
        _untouched();
    }

    /// The input token is called between `sync` and `settle`: it settles for itself, or syncs another token.
    function test_Erc777TokenSettlesForItself() public {
        ReentrantToken token = new ReentrantToken();
        token.mint(address(this), 1e28);
        token.mint(payer, HELD);
        _allow(payer, address(token));
        _open(address(token), address(b), address(0), 887220);
        bytes memory route = Route.vault(Route.TO_RECIPIENT, manager, address(token), address(b), address(0));
        bytes[2] memory tries = [abi.encodeCall(IVault.settle, ()), abi.encodeCall(IVault.sync, (address(b)))];
        for (uint256 i = 0; i < 2; i++) {
            token.plan(manager, tries[i]);
            _refused(_ask(address(token), address(b), E18, route), "CurrencyNotSettled()");
            require(token.balanceOf(payer) == HELD, "the payer paid");
        }
        token.plan(address(0), "");
        _done(_ask(address(token), address(b), E18, route));
        _untouched();
    }

    function test_ManagerOutOfNowhere() public {
        bytes memory ask = abi.encode(address(a), address(b), 3000, 60, address(0), true, attacker);
        vm.prank(manager);
        (bool ok, bytes memory answer) = address(router).call(abi.encodeCall(Router.unlockCallback, (ask)));
        require(!ok, "was not refused");
        _same(answer, "NotArmed(address)");
        _done(_through(address(0), E18));
        vm.prank(manager);
        (ok, answer) = address(router).call(abi.encodeCall(Router.unlockCallback, (ask)));
        require(!ok, "is armed still");
        _same(answer, "NotArmed(address)");
    }

    /// A pool with little liquidity takes a part: the payer keeps the rest, the router may not.
    function test_PoolOfTheManagerRunsDry() public {
        uint256 paid = b.balanceOf(payer);
        bytes memory route = Route.vault(Route.TO_RECIPIENT, manager, address(b), address(c), address(0));
        _done(_ask(address(b), address(c), 1e23, route));
        uint256 taken = paid - b.balanceOf(payer);
        require(taken > 0 && taken < 1e23, "did not run dry");
        route = Route.vault(Route.TO_RECIPIENT, manager, weth, address(b), address(0));
        Ask memory ask = _ask(address(0), address(b), 1e23, bytes.concat(abi.encodePacked(weth), route));
        _refused(ask, "PartialFill(uint256,uint256)");
        _untouched();
    }

    function _through(address hooks, uint256 amountIn) private view returns (Ask memory) {
        bytes memory route = Route.vault(Route.TO_RECIPIENT, manager, address(a), address(b), hooks);
        return _ask(address(a), address(b), amountIn, route);
    }

    /// Within twice the amount, or a few units from zero.
    function _near(int256 claim, uint256 amountIn) private pure returns (int256) {
        int256 span = claim & 1 == 0 ? int256(2 * amountIn) : int256(3);
        return (claim >> 1) % span;
    }

    function _hook(uint160 flags) private returns (Hook made) {
        made = Hook(address(uint160(0x40c) << 128 | flags));
        vm.etch(address(made), type(Hook).runtimeCode);
        a.mint(address(made), HELD);
        b.mint(address(made), HELD);
    }

    /// @param span in ticks on either side of the price of one
    function _open(address x, address y, address hooks, int24 span) private {
        VaultFiller filler = new VaultFiller();
        PlainToken(x).transfer(address(filler), 2 * POOLED);
        PlainToken(y).transfer(address(filler), 2 * POOLED);
        (address first, address second) = x < y ? (x, y) : (y, x);
        IVault.Key memory key = IVault.Key(first, second, Route.FEE, 60, hooks);
        IVault(manager).initialize(key, 1 << 96);
        VaultFiller.Position[] memory positions = new VaultFiller.Position[](1);
        positions[0] = VaultFiller.Position(-span, span, uint128(POOLED));
        filler.mint(IVault(manager), key, positions);
    }
}
