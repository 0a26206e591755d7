// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, Expired, InputLeft, TooLittle, WrongRecipient, WrongValue, ZeroMinimum} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {Nonces} from "../orders/Nonces.sol";
import {Signature} from "../orders/Signature.sol";
import {Permit} from "../Permit.sol";
import {Across} from "./Across.sol";
import {Claim, Delivery} from "./Claim.sol";
import {Claims} from "./Claims.sol";
import {Cross, Crosses, CROSSING_NAME, CROSSING_VERSION} from "./Cross.sol";
import {NothingArrived, TooLittleGas, WrongArrival, WrongNetwork, WrongReceipt, WrongRefundAddress, WrongSender} from "./CrossingErrors.sol";
import {IPermit2, ISwapRouter} from "./Interfaces.sol";

/// @title Swapline Crossing
/// @notice Sells a token here for one on another network: it trades through the Swapline Router, deposits what that
/// gave with a bridge, and is what the bridge pays on the other side, where it trades again or keeps the payment as a
/// claim of the recipient. No owner, no upgrade; it holds open claims and nothing else between calls.
/// @dev Nobody is trusted to say that the bridge has paid: the receiver spends only what is here beyond all open claims,
/// so the bridge's address need not be known. Router and bridge of the source are the seller's own words.
contract Crossing is Claims, Nonces {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    /// The zero address stands for the native currency.
    address private constant NATIVE = address(0);

    /// What the swap on the other network is given, as agreed.
    struct Arrival {
        /// What that swap needs; the bridge's relayer brings at least this much.
        uint256 gas;
        /// Packed legs, unmarked, as the router there takes them; empty if nothing is swapped.
        bytes route;
    }

    /// @notice Crosses with the caller's tokens or native currency. What is sent beyond a native `amountIn` is handed to the
    /// bridge with the deposit, for its message: a bridge that asks for none refuses it, and one that is left with some
    /// of it pays that to `order.refundTo`.
    /// @param permit a signed approval of this contract, packed as `Permit.sol` says, or empty
    /// @param route packed legs from `fromAsset` to `bridgeAsset`, or empty if they are the same
    /// @return bridged the amount deposited, units of `bridgeAsset`
    function cross(Cross calldata order, bytes calldata permit, bytes calldata route, Arrival calldata there)
        external
        payable
        alone
        returns (uint256 bridged)
    {
        if (order.sender != msg.sender) revert WrongSender(order.sender);
        if (permit.length != 0) Permit.bring(order.fromAsset, msg.sender, permit);
        return _cross(order, route, there, false, route[:0]);
    }

    /// @notice Crosses as `order.sender` signed; `order.swapFee` goes to the caller.
    /// @param signature as `SwapRouter.fillOrder` takes it, over this contract's EIP-712 domain
    /// @param permit as in `cross`
    function crossOrder(
        Cross calldata order,
        bytes calldata signature,
        bytes calldata permit,
        bytes calldata route,
        Arrival calldata there
    ) external alone returns (uint256 bridged) {
        Signature.requireFrom(order.sender, Crosses.digest(order), signature);
        _burn(order.sender, order.nonce);
        if (permit.length != 0) Permit.bring(order.fromAsset, order.sender, permit);
        return _cross(order, route, there, false, route[:0]);
    }

    /// @notice Crosses as `order.sender` signed for Permit2, with the order as the witness.
    /// @param signature as Permit2 takes it: over amountIn + swapFee of `fromAsset`, the order's nonce and deadline
    function crossPermit2(
        Cross calldata order,
        bytes calldata signature,
        bytes calldata route,
        Arrival calldata there
    ) external alone returns (uint256 bridged) {
        return _cross(order, route, there, true, signature);
    }

    /// @notice What Across's SpokePool calls after it has paid this contract. Anyone may call it: it delivers, or keeps
    /// as a claim, whatever is here beyond all open claims, and reverts if that is less than `amount`.
    /// @param message as the other side's Crossing wrote it; any other reverts, so that the deposit is paid back
    function handleV3AcrossMessage(address token, uint256 amount, address, bytes calldata message) external alone {
        (Delivery memory delivery, uint256 gas, bytes memory route) = abi.decode(message, (Delivery, uint256, bytes));
        address recipient = delivery.recipient;
        if (recipient == address(0) || recipient == address(this)) revert WrongRecipient(recipient);
        uint256 arrived = Token.balanceOf(token, address(this)) - owed[token];
        if (arrived == 0 || arrived < amount) revert NothingArrived(arrived, amount);
        // A call gets at most 63 of 64 parts.
        uint256 left = gasleft();
        if (left - left / 64 < gas) revert TooLittleGas(gas);
        _deliverOrKeep(token, arrived, delivery, route);
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
        return
            (0x0f, CROSSING_NAME, CROSSING_VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @dev Callers have checked that `order` is its sender's, or leave that to Permit2.
    /// @param byPermit2 the sender has approved Permit2, not this contract
    /// @param signature for Permit2
    function _cross(
        Cross calldata order,
        bytes calldata route,
        Arrival calldata there,
        bool byPermit2,
        bytes calldata signature
    ) private returns (uint256 bridged) {
        uint256 messageFee = _admit(order);
        if (keccak256(abi.encode(there.gas, there.route)) != order.arrivalHash) revert WrongArrival();
        address bridgeAsset = order.bridgeAsset;
        uint256 before = Token.balanceOf(bridgeAsset, address(this));
        if (order.fromAsset == NATIVE) {
            ISwapRouter(order.router).swap{value: order.amountIn}(
                NATIVE, bridgeAsset, order.amountIn, order.bridgeAmountMin, address(this), order.deadline, route
            );
        } else {
            uint256 held = Token.balanceOf(order.fromAsset, address(this));
            _take(order, held, byPermit2, signature);
            if (order.fromAsset != bridgeAsset) _sell(order, held, route);
        }
        bridged = Token.balanceOf(bridgeAsset, address(this)) - before;
        if (bridged < order.bridgeAmountMin) revert TooLittle(bridged, order.bridgeAmountMin);
        Across.deposit(order, bridged, messageFee, there.gas, there.route);
    }

    /// @dev Nothing of what a claim is for can move: it is counted in `held`.
    function _take(Cross calldata order, uint256 held, bool byPermit2, bytes calldata signature) private {
        address token = order.fromAsset;
        uint256 fee = order.swapFee;
        uint256 cost = order.amountIn + fee;
        if (!byPermit2) {
            Token.transferFrom(token, order.sender, address(this), cost);
        } else {
            IPermit2(PERMIT2)
                .permitWitnessTransferFrom(
                    IPermit2.PermitTransferFrom(
                        IPermit2.TokenPermissions(token, cost), order.nonce, order.deadline
                    ),
                    IPermit2.SignatureTransferDetails(address(this), cost),
                    order.sender,
                    Crosses.hash(order),
                    Crosses.WITNESS,
                    signature
                );
        }
        uint256 received = Token.balanceOf(token, address(this)) - held;
        if (received != cost) revert WrongReceipt(received, cost);
        if (fee != 0) Token.transfer(token, msg.sender, fee);
    }

    function _sell(Cross calldata order, uint256 held, bytes calldata route) private {
        (address token, address router) = (order.fromAsset, order.router);
        Token.approve(token, router, order.amountIn);
        ISwapRouter(router)
            .swap(
                token,
                order.bridgeAsset,
                order.amountIn,
                order.bridgeAmountMin,
                address(this),
                order.deadline,
                route
            );
        Token.approve(token, router, 0);
        uint256 left = Token.balanceOf(token, address(this)) - held;
        if (left != 0) revert InputLeft(left);
    }

    /// @dev All checks that need no call.
    /// @return messageFee what came with this call and is not sold, wei: only `cross` can bring any
    function _admit(Cross calldata order) private view returns (uint256 messageFee) {
        if (block.timestamp > order.deadline) revert Expired(order.deadline);
        if (block.timestamp > order.toDeadline) revert Expired(order.toDeadline);
        if (order.bridgeAmountMin == 0 || order.amountOutMin == 0) revert ZeroMinimum();
        if (order.recipient == address(0) || order.recipient == address(this)) revert WrongRecipient(order.recipient);
        if (order.refundTo == address(0) || order.refundTo == address(this)) revert WrongRefundAddress(order.refundTo);
        if (order.toNetwork == block.chainid) revert WrongNetwork(order.toNetwork);
        uint256 all = order.amountIn | order.swapFee | order.bridgeRate;
        if (all >> 128 != 0) revert AmountTooLarge(all);
        if (order.toDeadline >> 32 != 0) revert AmountTooLarge(order.toDeadline);
        uint256 value = order.fromAsset == NATIVE ? order.amountIn : 0;
        if (msg.value < value) revert WrongValue(msg.value, value);
        messageFee = msg.value - value;
    }
}
