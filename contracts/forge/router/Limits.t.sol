// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {FakeWrapped} from "../mocks/Accounts.sol";
import {Claim, PushingPool} from "../mocks/Claims.sol";
import {AskingToken, Borrower, LendingVault, PausingToken, PermissionedToken, TaxedDividend} from "../mocks/Limits.sol";
import {Code} from "../rig/Code.sol";
import {Route} from "../rig/Route.sol";
import {Order, Router} from "../rig/Router.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// What taking the output through the router does not protect: «Known limits» in docs/contracts.md. If one of these
/// tests fails, that is good news: remove its line there.
contract LimitsTest is Signed {
    /// The loan is repaid with the order's own payment.
    function test_OrderToARecipientThatLends() public {
        (LendingVault vault, Borrower thief) = _lender();
        Order memory order = _order();
        (order.recipient, order.amountOutMin) = (address(vault), E18);
        bytes memory data = abi.encodeCall(Router.fillOrder, (order, _sign(order), "", _leg(address(thief), address(b))));
        thief.plan(address(router), data);
        thief.borrow(vault, E18);
        require(a.balanceOf(address(thief)) == E18 + order.swapFee, "no such limit any more");
        require(b.balanceOf(address(vault)) == E18, "it gained something");
    }

    function test_MarkedSwapOfAVaultThatLends() public {
        (LendingVault vault, Borrower thief) = _lender();
        a.mint(address(vault), E18);
        bytes memory route = Route.throughRouter(_leg(address(thief), address(b)));
        thief.plan(address(vault), abi.encodeCall(vault.rebalance, (E18, E18, route)));
        thief.borrow(vault, E18);
        require(a.balanceOf(address(thief)) == E18 && b.balanceOf(address(vault)) == E18, "no such limit any more");
    }

    /// The receiver's own dividend makes up for the transfer fee.
    function test_DividendFillsUpTheFeeOnTransfer() public {
        TaxedDividend token = new TaxedDividend();
        uint256 dividend = E18 / 10;
        token.owe(receiver, dividend);
        PushingPool pool_ = _stocked(token, E18 * 10 / 9 + 1);
        Order memory order = _order();
        (order.toAsset, order.amountOutMin) = (address(token), E18);
        (bool ok,) = _fill(order, _sign(order), _leg(address(pool_), address(token)));
        require(ok && token.balanceOf(receiver) - dividend < E18, "no such limit any more");
    }

    function test_TokensThatMayNotBeSentOnAtOnce() public {
        PermissionedToken permissioned = new PermissionedToken();
        permissioned.know(receiver);
        PlainToken[3] memory refused = [PlainToken(new AskingToken()), permissioned, new PausingToken()];
        for (uint256 i = 0; i < refused.length; i++) {
            bytes memory legs = _leg(address(_stocked(refused[i], E18)), address(refused[i]));
            Order memory order = _order();
            (order.toAsset, order.nonce) = (address(refused[i]), 2 + i);
            (bool ok,) = _fill(order, _sign(order), legs);
            require(!ok, "an order buys it");
            (ok,) = _try(_ask(address(a), address(refused[i]), E18, Route.throughRouter(legs)));
            require(!ok, "a marked swap buys it");
            require(_done(_ask(address(a), address(refused[i]), E18, legs)) == E18, "nobody can buy it");
        }
    }

    /// Two routers, one payment to one recipient: two orders are paid twice, an unmarked swap is not.
    function test_OnePaymentForTwoRouters() public {
        Router mine = router;
        Router other = Router(Code.create(Code.built("SwapRouter")));
        PushingPool inner = _stocked(b, E18);
        PushingPool outer = new PushingPool(b);
        (bytes memory within, bytes memory around) = (_leg(address(inner), address(b)), _leg(address(outer), address(b)));
        (Order memory first, Order memory second) = (_order(), _order());
        (first.amountOutMin, second.amountOutMin) = (E18, E18);
        second.router = address(other);
        vm.prank(owner);
        a.approve(address(other), type(uint256).max);
        router = other;
        bytes memory signature = _sign(second);
        router = mine;

        outer.plan(address(other), abi.encodeCall(Router.fillOrder, (second, signature, "", within)));
        (bool ok, bytes memory answer) = _fill(first, _sign(first), around);
        require(!ok, "one payment for two orders");
        _same(answer, "TooLittle(uint256,uint256)");

        outer.plan(address(router), abi.encodeCall(Router.fillOrder, (first, _sign(first), "", within)));
        vm.prank(payer);
        a.approve(address(other), type(uint256).max);
        vm.prank(payer);
        other.swap(address(a), address(b), E18, E18, receiver, FOREVER, around);
        require(b.balanceOf(receiver) == 1 + E18, "no such limit any more");
    }

    /// Byte 0 of a route that sells native currency belongs to an address: the mark is byte 20 there.
    function test_MarkBeforeTheWrappedFormIsNoMark() public {
        Claim claim = new Claim(b, receiver);
        b.mint(address(claim), E18);
        PushingPool pool_ = new PushingPool(b);
        pool_.plan(address(claim), abi.encodeCall(Claim.release, ()));
        address wrapped = 0xff11111111111111111111111111111111111111;
        vm.etch(wrapped, address(new FakeWrapped()).code);
        bytes memory legs = Route.callback(Route.TO_RECIPIENT, address(pool_), wrapped, address(b), 0);
        bytes memory supplied;
        for (uint256 i = 1; i < 20; i++) supplied = bytes.concat(supplied, bytes20(wrapped)[i]);
        Ask memory ask = _ask(address(0), address(b), E18, bytes.concat(hex"ff", supplied, legs));
        ask.minOut = E18;
        require(_done(ask) == E18 && wrapped.balance == E18, "no such limit any more");
    }

    /// @dev A vault that lends `b`, and a borrower who borrows all of it to sell it back.
    function _lender() private returns (LendingVault vault, Borrower thief) {
        vault = new LendingVault(a, b, router);
        thief = new Borrower(b);
        b.mint(address(vault), E18);
        thief.set(E18, false);
    }

    function _stocked(PlainToken token, uint256 gives) private returns (PushingPool pool_) {
        pool_ = new PushingPool(token);
        token.mint(address(pool_), 3 * gives);
        pool_.set(gives, false);
    }

    function _leg(address pool_, address bought) private view returns (bytes memory) {
        return Route.callback(Route.TO_RECIPIENT, pool_, address(a), bought, 0);
    }
}
