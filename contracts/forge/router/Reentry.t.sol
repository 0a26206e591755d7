// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Adapter, EvilVault} from "../../test/EvilVault.sol";
import {ReentrantPool, ReentrantReceiver, ReentrantToken, ReentrantWrapped} from "../mocks/Reentrants.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {ShutOut} from "../rig/ShutOut.sol";
import {vm} from "../rig/Vm.sol";

/// Each contract that a swap calls tries every entry point.
contract ReentryTest is ShutOut {
    address private constant NATIVE = address(0);
    EvilVault private vault;

    function test_PoolReentersBeforeItIsPaid() public {
        ReentrantPool pool_ = new ReentrantPool(b);
        b.mint(address(pool_), HELD);
        _shutOut(pool_, _ask(address(a), address(b), E18, _callback(address(pool_))), PULL);
    }

    function test_PoolReentersAfterItIsPaid() public {
        ReentrantPool pool_ = new ReentrantPool(b);
        b.mint(address(pool_), HELD);
        pool_.whenPaid(true);
        _shutOut(pool_, _ask(address(a), address(b), E18, _callback(address(pool_))), 0);
    }

    /// As input, output and intermediate token; pushed and paid in a callback.
    function test_Erc777TokenReentersWhileItMoves() public {
        ReentrantToken token = _token();
        (address x, address y) = (address(token), address(b));
        address at = pair[x][y];
        _shutOut(token, _ask(x, y, E18, Route.push(Route.TO_RECIPIENT, at, x, y, 0)), 0);
        _shutOut(token, _ask(y, x, E18, Route.push(Route.TO_RECIPIENT, at, y, x, 0)), 0);
        _shutOut(token, _ask(x, y, E18, Route.callback(Route.TO_RECIPIENT, pool[x][y], x, y, 0)), 0);
        bytes memory route = bytes.concat(
            Route.push(Route.TO_ROUTER, at, y, x, 0),
            Route.push(Route.TO_RECIPIENT | Route.NAMES_TOKEN, pair[x][address(c)], x, address(c), 0),
            abi.encodePacked(x)
        );
        _shutOut(token, _ask(y, address(c), E18, route), 0);
    }

    function test_TokenReentersInItsPermit() public {
        ReentrantToken token = _token();
        bytes memory route = Route.push(Route.TO_RECIPIENT, pair[address(token)][address(b)], address(token), address(b), 0);
        bytes memory data = abi.encodeCall(
            Router.swapWithPermit, (address(token), address(b), E18, 1, receiver, FOREVER, 0, route, new bytes(102))
        );
        for (uint256 i = 0; i < CALLS; i++) _shutOutOf(token, payer, data, 0, i);
    }

    function test_RecipientReenters() public {
        ReentrantReceiver who = new ReentrantReceiver();
        bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], address(a), weth, 0);
        Ask memory ask = _ask(address(a), NATIVE, E18, bytes.concat(abi.encodePacked(weth), leg));
        ask.recipient = address(who);
        _shutOut(who, ask, 0);
    }

    function test_AffiliateReenters() public {
        ReentrantReceiver who = new ReentrantReceiver();
        uint256 fee = uint256(uint160(address(who))) << 96 | 1000;
        bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], weth, address(a), 0);
        bytes memory route = bytes.concat(abi.encodePacked(weth), leg);
        bytes memory data =
            abi.encodeCall(Router.swapWithFee, (NATIVE, address(a), E18, 1, receiver, FOREVER, fee, route));
        for (uint256 i = 0; i < CALLS; i++) _shutOutOf(who, payer, data, E18, i);
    }

    function test_FakeWrappedNativeReenters() public {
        ReentrantWrapped wrapped = new ReentrantWrapped();
        vm.deal(address(wrapped), HELD);
        wrapped.mint(payer, HELD);
        _allow(payer, address(wrapped));
        bytes memory route = abi.encodePacked(address(wrapped));
        _shutOut(wrapped, _ask(NATIVE, address(wrapped), E18, route), 0);
        _shutOut(wrapped, _ask(address(wrapped), NATIVE, E18, route), SEND);
    }

    function test_AdapterReenters() public {
        Adapter adapter = new Adapter();
        b.mint(address(adapter), HELD);
        bytes memory route = Route.adapter(Route.TO_RECIPIENT, address(adapter), address(b), NATIVE);
        // It trades its whole balance, so it pays for its own swap with another token than it is sent.
        _shutOut(adapter, _ask(address(c), address(b), E18, route), 0);
    }

    function test_VaultReentersBeforeItCallsBack() public {
        _shutOut(_vault(EvilVault.Mode.Reenter), _vaultAsk(), UNLOCK);
    }

    function test_VaultReentersInItsSwap() public {
        _shutOut(_vault(EvilVault.Mode.ReenterInSwap), _vaultAsk(), 0);
    }

    /// A relayer's pool in an order: neither another order nor its own swap.
    function test_RelayersPoolReentersInAnOrder() public {
        ReentrantPool pool_ = new ReentrantPool(b);
        b.mint(address(pool_), HELD);
        for (uint256 i = 0; i < CALLS; i++) {
            if (1 << i == PULL) continue;
            Order memory order = _order();
            order.nonce = nonce++;
            bytes memory data = abi.encodeCall(Router.fillOrder, (order, _sign(order), "", _callback(address(pool_))));
            _shutOutOf(pool_, relayer, data, 0, i);
        }
    }

    function _vault(EvilVault.Mode mode) private returns (EvilVault) {
        vault = new EvilVault();
        vault.set(mode);
        b.mint(address(vault), HELD);
        return vault;
    }

    function _vaultAsk() private view returns (Ask memory) {
        bytes memory route = Route.vault(Route.TO_RECIPIENT, address(vault), address(a), address(b), NATIVE);
        return _ask(address(a), address(b), E18, route);
    }

    /// In real pools with b and c; the payer holds it.
    function _token() private returns (ReentrantToken token) {
        token = new ReentrantToken();
        token.mint(address(this), 1e28);
        token.mint(payer, HELD);
        _allow(payer, address(token));
        _pair(address(token), address(b));
        _pair(address(token), address(c));
        _pool(address(token), address(b));
    }

    function _callback(address at) private view returns (bytes memory) {
        return Route.callback(Route.TO_RECIPIENT, at, address(a), address(b), 0);
    }
}
