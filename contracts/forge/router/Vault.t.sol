// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Adapter, EvilVault} from "../../test/EvilVault.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Malicious vaults and adapters. The real PoolManager: Hooks.t.sol.
contract VaultTest is Trade {
    EvilVault private vault;
    Adapter private adapter;

    function setUp() public override {
        super.setUp();
        vault = new EvilVault();
        adapter = new Adapter();
        b.mint(address(vault), 1e24);
        a.mint(address(vault), 1e24);
        b.mint(address(adapter), 1e24);
    }

    function test_HonestVault() public {
        uint256 before = a.balanceOf(payer);
        require(_done(_vaultAsk()) == E18, "not one for one");
        require(before - a.balanceOf(payer) == E18, "not what was sold");
        _done(_ask(address(b), address(a), E18, Route.vault(Route.TO_RECIPIENT, address(vault), address(b), address(a), address(0))));
        _untouched();
    }

    function testFuzz_DirectUnlockCallback(bytes calldata data, address sender, bool wellFormed) public {
        vm.assume(sender != address(vm));
        bytes memory ask = abi.encode(address(a), address(b), 3000, 60, address(0), true, attacker);
        vm.prank(sender);
        (bool ok,) = address(router).call(abi.encodeCall(Router.unlockCallback, (wellFormed ? ask : data)));
        require(!ok, "an unarmed callback was answered");
        _untouched();
    }

    function test_VaultSettlesAboveTheCap() public {
        _refuses(EvilVault.Mode.OweMore, "OverPull(uint256,uint256)");
    }

    /// A debt of the vault reads as far above any cap.
    function test_VaultThatOwes() public {
        _refuses(EvilVault.Mode.OweNothing, "OverPull(uint256,uint256)");
    }

    function test_VaultNeverCallsBack() public {
        _refuses(EvilVault.Mode.NeverCallBack, "NotCalledBack(address)");
    }

    function test_VaultCallsBackTwice() public {
        _refuses(EvilVault.Mode.CallBackTwice, "NotArmed(address)");
    }

    function test_VaultCallsBackAsAPool() public {
        _refuses(EvilVault.Mode.AsAPool, "NotArmed(address)");
    }

    /// A pool armed as a pool calls back as a vault.
    function test_PoolCallsBackAsAVault() public {
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(vault), address(a), address(b), 0);
        _refused(_ask(address(a), address(b), E18, route), "NotArmed(address)");
    }

    function test_AnotherThanTheArmedVault() public {
        vault.set(EvilVault.Mode.ByAnother);
        uint256 before = a.balanceOf(payer);
        _done(_vaultAsk());
        require(!vault.broken(), "another was answered");
        require(before - a.balanceOf(payer) == E18, "the payer lost something else");
        _untouched();
    }

    function test_VaultThatTakesLess() public {
        vault.set(EvilVault.Mode.OweLess);
        uint256 before = a.balanceOf(payer);
        _done(_vaultAsk());
        require(before - a.balanceOf(payer) == E18 / 2, "took more than it asked for");
        _untouched();
        bytes memory leg = Route.vault(Route.TO_RECIPIENT, address(vault), weth, address(b), address(0));
        _refused(_ask(address(0), address(b), E18, bytes.concat(abi.encodePacked(weth), leg)), "PartialFill(uint256,uint256)");
    }

    function test_AdapterTrades() public {
        require(_done(_adapterAsk()) == E18, "not one for one");
        _untouched();
    }

    function test_AdapterKeepsWhatItWasSent() public {
        adapter.keep();
        _refused(_adapterAsk(), "TooLittle(uint256,uint256)");
        _untouched();
    }

    /// The router calls only the adapter selector: a token, the victim or the router is no adapter.
    function test_AdapterThatIsAnythingElse() public {
        address[4] memory others = [address(a), victim, address(router), weth];
        for (uint256 i = 0; i < 4; i++) {
            bytes memory route = Route.adapter(Route.TO_RECIPIENT, others[i], address(b), victim);
            (bool ok,) = _try(_ask(address(a), address(b), E18, route));
            require(!ok, "went through");
        }
        _untouched();
    }

    function _vaultAsk() private view returns (Ask memory) {
        bytes memory route = Route.vault(Route.TO_RECIPIENT, address(vault), address(a), address(b), address(0));
        return _ask(address(a), address(b), E18, route);
    }

    function _adapterAsk() private view returns (Ask memory) {
        return _ask(address(a), address(b), E18, Route.adapter(Route.TO_RECIPIENT, address(adapter), address(b), address(0)));
    }

    function _refuses(EvilVault.Mode mode, string memory err) private {
        vault.set(mode);
        uint256 before = a.balanceOf(payer);
        _refused(_vaultAsk(), err);
        require(a.balanceOf(payer) == before, "the payer paid");
        _untouched();
    }
}
