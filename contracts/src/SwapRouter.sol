// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, Expired, InputLeft, MalformedRoute, SameToken, TooLittle, WrongRecipient, WrongRouter, WrongValue, ZeroMinimum} from "./Errors.sol";
import {Fee} from "./Fee.sol";
import {addressAt, isThroughRouter, span} from "./legs/Leg.sol";
import {Callback} from "./legs/Callback.sol";
import {Legs} from "./legs/Legs.sol";
import {Vault} from "./legs/Vault.sol";
import {Native, NATIVE} from "./lib/Native.sol";
import {Slots} from "./lib/Slots.sol";
import {Token} from "./lib/Token.sol";
import {Nonces} from "./orders/Nonces.sol";
import {NAME, Order, Orders, VERSION} from "./orders/Order.sol";
import {Signature} from "./orders/Signature.sol";
import {Payout} from "./Payout.sol";
import {Permit} from "./Permit.sol";

/// @title Swapline Router
/// @notice Trades the caller's tokens along packed legs and holds nothing: no owner, no upgrade, no funds between
/// calls. Users give it allowances, so it calls fixed selectors only, pays only from its caller or from the signer of
/// an order, and pays a pool only while it is trading with that pool.
/// @dev Token amounts are in smallest units, times in seconds since 1970. The zero address is the native currency;
/// a route that sells or buys it begins with the 20 bytes of its wrapped form. The legs: `legs/Leg.sol`.
contract SwapRouter is Nonces {
    /// @notice Sells up to `amountIn` of the caller's `tokenIn` for at least `minOut` of `tokenOut`.
    /// @param minOut above zero; compared with the gain of the recipient's balance. If the route is marked, compared
    /// with the gain of this router and with the recipient's gain by its payment: no other gain counts
    /// @param deadline the last second in which the swap may execute
    /// @param route packed legs; none: native and its wrapped form, one for one. Chosen or marked by the caller
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        bytes calldata route
    )
        external
        payable
        admitted(tokenIn, tokenOut, amountIn, minOut, recipient, deadline)
        lockedFor(msg.sender)
        returns (uint256 amountOut)
    {
        return _sell(msg.sender, tokenIn, tokenOut, amountIn, minOut, recipient, recipient, route);
    }

    /// @notice As `swap`: pays an affiliate a part of `amountIn` and sells the rest.
    /// @param fee affiliate << 96 | parts per million, at most 100,000
    function swapWithFee(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route
    )
        external
        payable
        admitted(tokenIn, tokenOut, amountIn, minOut, recipient, deadline)
        lockedFor(msg.sender)
        returns (uint256 amountOut)
    {
        uint256 net = _net(tokenIn, amountIn, fee, route);
        return _sell(msg.sender, tokenIn, tokenOut, net, minOut, recipient, recipient, route);
    }

    /// @notice As `swapWithFee`, after applying the caller's signed approval of `tokenIn`.
    /// @param fee as in `swapWithFee`, or 0 for no affiliate
    /// @param permit packed: `Permit.sol`. A permit without effect does not revert
    function swapWithPermit(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route,
        bytes calldata permit
    )
        external
        admitted(tokenIn, tokenOut, amountIn, minOut, recipient, deadline)
        lockedFor(msg.sender)
        returns (uint256 amountOut)
    {
        Permit.bring(tokenIn, msg.sender, permit);
        uint256 net = _net(tokenIn, amountIn, fee, route);
        return _sell(msg.sender, tokenIn, tokenOut, net, minOut, recipient, recipient, route);
    }

    /// @notice Executes an order that `order.sender` signed; `order.swapFee` goes to the caller. Sells tokens only. The
    /// output always comes through this router, because the caller chose the route.
    /// @param signature by the sender's key, 32 r · 32 s · 1 v with the lower s, or any bytes that its code accepts
    /// (EIP-1271)
    /// @param permit packed as in `swapWithPermit`, or empty
    /// @param route packed legs, chosen by the caller
    function fillOrder(Order calldata order, bytes calldata signature, bytes calldata permit, bytes calldata route)
        external
        returns (uint256 amountOut)
    {
        if (order.router != address(this)) revert WrongRouter(order.router);
        address sender = order.sender;
        address tokenIn = order.fromAsset;
        address tokenOut = order.toAsset;
        address recipient = order.recipient;
        uint256 cost = _cost(order);
        if (tokenIn == NATIVE) revert WrongValue(0, cost);
        _admit(tokenIn, tokenOut, cost, order.amountOutMin, recipient, order.deadline);

        Slots.lock(sender);
        Signature.requireFrom(sender, Orders.digest(order), signature);
        _burn(sender, order.nonce);
        if (permit.length != 0) Permit.bring(tokenIn, sender, permit);
        if (order.swapFee != 0) Token.transferFrom(tokenIn, sender, msg.sender, order.swapFee);
        if (order.affiliateFee != 0) Token.transferFrom(tokenIn, sender, order.affiliate, order.affiliateFee);
        amountOut =
            _sell(sender, tokenIn, tokenOut, order.amountIn, order.amountOutMin, recipient, address(this), route);
        Slots.unlock();
    }

    /// @notice ERC-5267: the domain that orders are signed for.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (0x0f, NAME, VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @notice The callback of the vault that is being traded with, inside its `unlock`.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        return Vault.answer(data);
    }

    /// @notice The callback of the pool that is being traded with: it asks to be paid.
    fallback() external {
        Callback.pay();
    }

    /// @notice Accepts native currency from its wrapped form only, while it is being unwrapped.
    receive() external payable {
        Slots.requireNativeSender();
    }

    /// @return the rest of `amountIn` after the affiliate is paid
    function _net(address tokenIn, uint256 amountIn, uint256 fee, bytes calldata route) private returns (uint256) {
        return fee == 0 ? amountIn : amountIn - Fee.pay(msg.sender, fee, tokenIn, amountIn, route);
    }

    /// @dev All checks that need no call: one jump if all pass. A modifier, so that each entry point has its own copy.
    modifier admitted(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline
    ) {
        uint256 wrong;
        assembly ("memory-safe") {
            let value := mul(iszero(tokenIn), amountIn)
            let amounts := or(iszero(minOut), shr(128, amountIn))
            let parties := or(iszero(recipient), eq(recipient, address()))
            let others := or(eq(tokenIn, tokenOut), xor(callvalue(), value))
            wrong := or(or(gt(timestamp(), deadline), others), or(amounts, parties))
        }
        if (wrong != 0) _refuse(tokenIn, tokenOut, amountIn, minOut, recipient, deadline);
        _;
    }

    /// @dev One swap at a time, paid by `payer`.
    modifier lockedFor(address payer) {
        Slots.lock(payer);
        _;
        Slots.unlock();
    }

    /// @dev Finds which check failed, and reverts.
    function _refuse(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline
    ) private view {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (minOut == 0) revert ZeroMinimum();
        if (recipient == address(0) || recipient == address(this)) revert WrongRecipient(recipient);
        if (tokenIn == tokenOut) revert SameToken();
        if (amountIn >> 128 != 0) revert AmountTooLarge(amountIn);
        revert WrongValue(msg.value, tokenIn == NATIVE ? amountIn : 0);
    }

    /// @dev The modifier as a function, for an entry point where it cannot come first.
    function _admit(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline
    ) private view admitted(tokenIn, tokenOut, amountIn, minOut, recipient, deadline) {}

    /// @return cost all that an order takes from its sender; reverts on an affiliate or fee that `swapWithFee` refuses
    function _cost(Order calldata order) private view returns (uint256 cost) {
        uint256 all = order.amountIn | order.swapFee | order.affiliateFee;
        if (all >> 128 != 0) revert AmountTooLarge(all);
        unchecked {
            cost = order.amountIn + order.swapFee + order.affiliateFee;
        }
        Fee.check(order.affiliate, order.affiliateFee, cost);
    }

    /// @dev Native currency is traded as its wrapped form: the first 20 bytes of the route.
    /// @param payer the account that the router is locked for
    /// @param left the amount sold, net of fees
    /// @param to the receiver of the legs' output: the recipient, or this router, which then pays the recipient
    /// @return amountOut what the recipient gained of `tokenOut` by this swap, at least `minOut`
    function _sell(
        address payer,
        address tokenIn,
        address tokenOut,
        uint256 left,
        uint256 minOut,
        address recipient,
        address to,
        bytes calldata route
    ) private returns (uint256 amountOut) {
        (uint256 legs, uint256 end) = span(route);
        address bought = tokenOut;
        if (_isNative(tokenIn, tokenOut)) {
            address wrapped = addressAt(legs, end);
            unchecked {
                legs += 20;
            }
            if (tokenOut == NATIVE) {
                // It would wrap the payment for the router.
                if (recipient == wrapped) revert WrongRecipient(recipient);
                (bought, to) = (wrapped, address(this));
            } else {
                Native.wrap(wrapped, left);
                (payer, tokenIn) = (address(0), wrapped);
            }
        }
        if (isThroughRouter(legs)) {
            if (legs != end) {
                to = address(this);
                unchecked {
                    legs += 1;
                }
            }
        }

        uint256 before = Token.balanceOf(bought, to);
        left = legs == end ? _handOver(payer, tokenIn, bought, left, to) : Legs.run(legs, end, payer, tokenIn, left, to);
        amountOut = Token.balanceOf(bought, to) - before;
        if (amountOut < minOut) revert TooLittle(amountOut, minOut);
        if (payer == address(0) && left != 0) revert InputLeft(left);
        if (to == recipient) return amountOut;

        if (tokenOut != NATIVE) return Payout.pay(bought, recipient, amountOut, minOut);
        Native.unwrap(bought, amountOut);
        Native.send(recipient, amountOut);
    }

    /// @dev No legs: the input, once wrapped, or the output, before unwrapping, is the same token. With another pair, a
    /// false wrapped form as input could pay by pushing what the recipient is owed anyway.
    /// @return 0: nothing is left
    function _handOver(address payer, address token, address bought, uint256 amount, address to)
        private
        returns (uint256)
    {
        if (token != bought) revert MalformedRoute();
        if (payer == address(0)) Token.transfer(token, to, amount);
        else Token.transferFrom(token, payer, to, amount);
        return 0;
    }

    function _isNative(address tokenIn, address tokenOut) private pure returns (bool native) {
        assembly ("memory-safe") {
            native := or(iszero(tokenIn), iszero(tokenOut))
        }
    }
}
